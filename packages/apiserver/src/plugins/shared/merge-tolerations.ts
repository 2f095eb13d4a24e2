import { equalJson, type JsonObject } from '@kb/apimachinery';

/** Joins two lists of tolerations, without those that another one includes. */
export function mergeTolerations(first: readonly JsonObject[], second: readonly JsonObject[]): JsonObject[] {
  const all = [...first, ...second];
  const merged: JsonObject[] = [];
  for (const [index, one] of all.entries()) {
    const isIncluded =
      merged.some((other) => includesToleration(other, one)) ||
      all.slice(index + 1).some((other) => !equalJson(one, other) && includesToleration(other, one));
    if (!isIncluded) merged.push(one);
  }
  return merged;
}

/** Whether a toleration tolerates everything that another one does. */
export function includesToleration(wide: JsonObject, narrow: JsonObject): boolean {
  if (equalJson(wide, narrow)) return true;
  const { key = '', operator = '', effect = '', value = '', tolerationSeconds } = wide;
  if ((narrow.key ?? '') !== key && (key !== '' || operator !== 'Exists')) return false;
  if ((narrow.effect ?? '') !== effect && effect !== '') return false;
  if (effect === 'NoExecute' && tolerationSeconds !== undefined) {
    const { tolerationSeconds: narrowSeconds } = narrow;
    if (narrowSeconds === undefined || Number(narrowSeconds) > Number(tolerationSeconds)) return false;
  }
  if (operator === 'Exists') return true;
  return (operator === '' || operator === 'Equal') && narrow.operator === 'Equal' && (narrow.value ?? '') === value;
}
