/** Whether only the status changed: mostly a write of the operator itself, which is rightly filtered. */
export function isStatusOnly(changed: readonly string[]): boolean {
  return changed.length > 0 && changed.every((path) => /^status(?![\w-])/.test(path));
}
