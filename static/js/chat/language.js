// The language of a text, as the server tells it (memory/domain/language.py): for `lang` attributes of
// what the page shows before the server has drawn it.
const LETTERS_OF_A_HAN = 4;

export function languageOf(words) {
  const han = words.match(/[\u3400-\u9fff]/g)?.length ?? 0;
  const latin = words.match(/[A-Za-z]/g)?.length ?? 0;
  return han && han * LETTERS_OF_A_HAN >= latin ? "zh" : "en";
}
