"""What an author writes: claims, readings, spaces and domains, margins."""
