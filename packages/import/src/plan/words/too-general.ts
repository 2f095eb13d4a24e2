/**
 * Words that are too general for the name of a type unless another one precedes them. Two of them are clear enough, as
 * in `TargetRef`.
 */
const areClearTogether = wordSet(`
  action actions arg args config configs configuration configurations data default defaults detail details entry field from info input item items key kind level list map meta
  mode name object operator option options output param parameters params phase policy properties reason ref reference refs request response result resource selector setting
  settings source state strategy target to type value values version
`);

/** Words that are too general, and do not make others clear: parts of the surrounding type, and qualifiers. */
const parts = wordSet(`
  metadata spec status template
  additional after before cloud custom dynamic end external extra first global inline inner internal last local max min primary remote secondary start static
  as at by for in into of on with
`);

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** True if a name needs a prefix. */
export function isTooGeneral(words: readonly string[]): boolean {
  return (
    words.every(isGeneralWord) && (words.length < 2 || words.some((word) => !areClearTogether.has(word.toLowerCase())))
  );
}

function isGeneralWord(word: string): boolean {
  const lower = word.toLowerCase();
  return (
    areClearTogether.has(lower) || parts.has(lower) || word.length < 2 || /^(?:\d|v\d|(?:alpha|beta)\d)/.test(lower)
  );
}
