"""The command ``lemmata completion``: a script with which a shell completes commands, options and ids.

The script asks ``lemmata completion words`` at each TAB what may stand there, so that it need not be made
again when claims or options are added. Ids come from the index: no claim is imported.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

SHELLS = ("bash", "zsh", "fish")
_SCRIPTS = {
    "bash": """\
# lemmata's completion for bash: eval "$(lemmata completion bash)"
_lemmata() {
    local line=${COMP_LINE:0:COMP_POINT} words word before IFS=$' \\t\\n'
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    word=${words[${#words[@]}-1]}
    IFS=$'\\n'
    COMPREPLY=($(lemmata completion words -- "${words[@]:1}" 2>/dev/null))
    # bash takes a colon for the end of a word, unless it was told otherwise
    if [[ $word == *:* && $COMP_WORDBREAKS == *:* ]]; then
        before=${word%"${word##*:}"}
        COMPREPLY=("${COMPREPLY[@]#"$before"}")
    fi
    # nothing of ours: a file; a topic or a filter goes on
    [[ ${#COMPREPLY[@]} -eq 0 ]] && compopt -o default 2>/dev/null
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[/:] ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -F _lemmata lemmata
""",
    "zsh": """\
# lemmata's completion for zsh: eval "$(lemmata completion zsh)", after compinit
_lemmata() {
    local -a found
    found=(${(f)"$(lemmata completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    if (( ! $#found )); then
        _files
    elif [[ $#found -eq 1 && $found[1] == *[/:] ]]; then
        compadd -Q -S '' -- $found
    else
        compadd -Q -- $found
    fi
}
compdef _lemmata lemmata
""",
    "fish": """\
# lemmata's completion for fish: lemmata completion fish | source
function __lemmata
    set -l found (lemmata completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
    # nothing of ours: a file
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c lemmata -f -a '(__lemmata)'
""",
}


def add(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command to its parser."""
    command.add_argument(
        "shell",
        choices=(*SHELLS, "words"),
        metavar="bash|zsh|fish",
        help='for bash and zsh: eval "$(lemmata completion bash)"; for fish: lemmata completion fish | source',
    )
    command.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Prints the script, or what may stand in the place of the last word; returns the exit status."""
    if arguments.shell in _SCRIPTS:
        print(_SCRIPTS[arguments.shell], end="")
    else:
        print("".join(f"{word}\n" for word in candidates(arguments.words)), end="")
    return 0


def candidates(words: Sequence[str]) -> list[str]:
    """What may stand in the place of the last word of a command line (without ``lemmata``)."""
    from lemmata.commands.cli import build

    *before, word = words or [""]
    parser = build(before[0] if before else "")
    found = _options(parser) if not before else []
    action = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    if not before:
        found = [*action.choices, *found]
    elif before[0] in action.choices:
        found = list(_of_command(action.choices[before[0]], before[1:], word))
    else:
        found = []
    return sorted({name for name in found if name.startswith(word) and name != word})


def _options(parser: argparse.ArgumentParser) -> list[str]:
    return [name for action in parser._actions for name in action.option_strings if name.startswith("--")]


def _of_command(parser: argparse.ArgumentParser, before: Sequence[str], word: str) -> Iterator[str]:
    taking = next((a for a in parser._actions if before and before[-1] in a.option_strings), None)
    if taking is not None and taking.nargs != 0:
        yield from map(str, taking.choices or ())
        if "auto" in str(taking.metavar).split("|"):
            yield "auto"
        return
    if word.startswith("-"):
        yield from _options(parser)
        return
    for action in parser._actions:
        if not action.option_strings:
            yield from (str(choice) for choice in action.choices or () if choice != "words")
            if action.dest in ("select", "what"):
                yield from _selections(word, filters=action.dest == "select")


def _selections(word: str, *, filters: bool) -> Iterator[str]:
    """Topics first, their ids after the slash: five hundred ids at once help nobody."""
    from lemmata.errors import LemmataError
    from lemmata.run import index
    from lemmata.run.selecting import FILTERS

    if filters:
        name, colon, _ = word.partition(":")
        yield from (f"{name}:{value}" for value in FILTERS.get(name, ()) if colon)
        yield from (f"{filter_}:" for filter_ in FILTERS if not colon)
    try:
        known = index.last_known()
    except LemmataError:
        return  # this is no place to say so
    if "/" in word:
        yield from known.claims
    else:
        yield from (f"{topic}/" for topic in known.papers)
        yield from (topic for topic in known.papers if topic.startswith(word) and word)
