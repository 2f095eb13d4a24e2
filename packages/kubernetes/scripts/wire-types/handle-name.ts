/**
 * The name of a resource's handle: the plural as TypeScript would write it (`configMaps`, `networkPolicies`,
 * `csiDrivers`, `endpoints`).
 */
export function handleName(kind: string, plural: string): string {
  const capitals = /^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+/.exec(kind)?.[0] ?? '';
  const camel = capitals.toLowerCase() + kind.slice(capitals.length);
  let common = 0;
  while (common < camel.length && camel.charAt(common).toLowerCase() === plural.charAt(common)) common++;
  return camel.slice(0, common) + plural.slice(common);
}
