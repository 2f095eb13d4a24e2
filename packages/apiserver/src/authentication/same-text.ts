/** Compares in a time that depends only on the length of what was presented. */
export function isSame(secret: string, presented: string): boolean {
  let difference = secret.length ^ presented.length;
  for (let index = 0; index < presented.length; index += 1) {
    difference |= presented.charCodeAt(index) ^ secret.charCodeAt(index % secret.length);
  }
  return difference === 0;
}
