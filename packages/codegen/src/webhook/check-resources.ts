/**
 * What the API server would refuse of a rule's resources: names such as `pods` and `pods/status`, with `*` for either
 * part, none of which another covers.
 */
export function checkResources(resources: readonly string[]): string[] {
  if (resources.length === 0) return ['is empty'];
  const problems: string[] = [];
  const whole = new Set<string>();
  const everywhere = new Set<string>();
  for (const resource of resources) {
    if (resource === '') problems.push('has an empty element');
    const slash = resource.indexOf('/');
    if (slash === -1) continue;
    const name = resource.slice(0, slash);
    const subresource = resource.slice(slash + 1);
    if (whole.has(name)) problems.push(`has ${resource} beside ${name}/*, which covers it`);
    if (everywhere.has(subresource)) problems.push(`has ${resource} beside */${subresource}, which covers it`);
    if (subresource === '*') whole.add(name);
    if (name === '*') everywhere.add(subresource);
  }
  if (resources.length > 1 && resources.includes('*/*')) problems.push('has others beside */*, which is all of them');
  const plain = resources.some((resource) => resource !== '*' && resource !== '' && !resource.includes('/'));
  if (resources.includes('*') && plain) problems.push('has others beside *, which is all of them without subresources');
  return problems;
}
