/**
 * A text in lower case, as Go's strings.ToLower writes it: character by character, each as one character, whatever is
 * around it.
 */
export function lowerCase(text: string): string {
  return Array.from(text, (character) => (character === 'İ' ? 'i' : character.toLowerCase())).join('');
}
