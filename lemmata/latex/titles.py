"""What statements are called, in the languages that papers are written in, and what follows from it."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from lemmata.latex.tables import pairs

Sort = Literal["theorem", "lemma", "remark", "definition", "proof"]
"""What is read for itself, what asserts something, an aside, what asserts nothing, a proof."""

_STEMS: dict[Sort, str] = {
    "proof": """
        proof beweis preuve demonstration demostracion dimostrazione prova bewijs dowod dokazatelstvo 证明 證明
        証明 доказательство sketch
    """,
    "theorem": """
        theorem theoreme theoreem teorema teoreme twierdzenie satz satze lehrsatz hauptsatz stelling
        proposition proposicion proposizione proposicao corollary corollaries corolario corolaire korollar
        folgerung folgesatz corollaire wniosek gevolg теорема предложение следствие 定理 命题 命題 推论 推論 系
    """,
    "lemma": """
        lemma lemme lema hilfssatz claim behauptung affirmation afirmacion affermazione assertion aussage
        conjecture conjetura congettura vermutung fact fait fakt tatsache hecho fatto observation
        observacion osservazione beobachtung property properties propriete eigenschaft propiedad proprieta
        law criterion kriterium principle result resultat estimate bound inequality inequalities identity
        identities лемма гипотеза утверждение 引理 補題 猜想 予想 性质 性質 断言 主張
    """,
    "remark": """
        remark remarque remarques bemerkung anmerkung note nota notiz hinweis comment kommentar commentaire
        comentario discussion osservazioni observacao замечание 注 注意 备注 注记 備考 評注
    """,
    "definition": """
        definition definicion definizione definicao definitie definicja notation notacion notazione
        bezeichnung example exemple exempel ejemplo esempio exemplo beispiel voorbeeld przyklad assumption
        annahme voraussetzung hypothes hipotesis ipotesi hypothese supuesto supposition condition bedingung
        condicion condizione problem probleme problema question frage pregunta exercise exercice ejercicio
        esercizio ubung aufgabe opgave algorithm algorithme algoritmo algorithmus procedure protocol
        convention konvention convencion setting situation setup construction konstruktion model modell
        modele axiom axiome axioma case solution requirement warning context scenario postulate
        counterexample gegenbeispiel 定义 定義 例 例子 假设 仮定 假定 问题 問題 算法 公理 记号 記号
        пример определение предположение
        задача
    """,
}
_WORDS: dict[str, Sort] = {word: sort for sort, words in _STEMS.items() for word in words.split()}
_LATIN = pairs("""
    定理=theorem 命题=proposition 命題=proposition 推论=corollary 推論=corollary 系=corollary 引理=lemma
    補題=lemma 猜想=conjecture 予想=conjecture 性质=property 性質=property 注=remark 注意=remark 备注=remark
    断言=claim 主張=claim теорема=theorem лемма=lemma следствие=corollary предложение=proposition
    утверждение=claim замечание=remark гипотеза=conjecture
""")
"""Names for files of what is not written in Latin letters."""
_SHORT: dict[str, str] = pairs("""
    thm=Theorem thrm=Theorem theo=Theorem lem=Lemma lemm=Lemma prop=Proposition propo=Proposition
    cor=Corollary coro=Corollary corol=Corollary defn=Definition defi=Definition dfn=Definition
    rem=Remark rmk=Remark remk=Remark conj=Conjecture assum=Assumption assump=Assumption
    asmp=Assumption obs=Observation exmp=Example clm=Claim satz=Satz kor=Korollar bem=Bemerkung
    bsp=Beispiel
""")
_COMPOUNDS = ("satz", "lemma", "vermutung", "bemerkung", "aufgabe", "annahme")
"""With what words end that German puts together."""
_ENDINGS = ("", "s", "e", "en", "es", "n", "a", "ta", "i")
"""Of plurals."""


def folded(text: str) -> str:
    """Small letters without accents."""
    decomposed = unicodedata.normalize("NFKD", text.replace("ß", "ss")).lower()
    return "".join(c for c in decomposed if not unicodedata.combining(c) or ord(c) > 0x1000)


def _words(title: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", unicodedata.normalize("NFC", folded(title)))


def _sort(word: str) -> Sort | None:
    for ending in _ENDINGS:
        if word.endswith(ending) and (found := _WORDS.get(word.removesuffix(ending) if ending else word)):
            return found
    if word.startswith("beweis"):
        return "proof"
    return next((_WORDS[end] for end in _COMPOUNDS if word.endswith(end)), None)


def sort(title: str) -> Sort:
    """What kind of statement a title announces; one that is not known asserts something."""
    sorts = [found for word in _words(title) if (found := _sort(word))]
    if sorts[:1] == ["proof"]:
        return "proof"
    for wanted in ("theorem", "lemma", "remark", "definition"):
        if wanted in sorts and not (wanted == "theorem" and sorts[-1] == "remark"):
            return wanted
    return sorts[-1] if sorts else "lemma"


def known(word: str) -> bool:
    """Whether a title begins with a word that announces a statement."""
    return any(_sort(w) for w in _words(word)[:3])


def guessed(environment: str) -> str | None:
    """The title of an environment that nothing declares, from its name."""
    name = environment.rstrip("*").lower()
    if name in _SHORT:
        return _SHORT[name]
    found = _WORDS.get(name)
    return name.capitalize() if found and found != "proof" else None


def latin(text: str) -> str:
    """Words that a file can be named by: Latin letters."""
    for word, name in _LATIN.items():
        text = re.sub(rf"{word}\s*", f"{name} ", text, flags=re.IGNORECASE)
    return folded(text)
