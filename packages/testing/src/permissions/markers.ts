import type { Permission, PermissionRequest } from './permission.ts';

/** The verbs in the order in which markers usually have them; others follow. */
const verbOrder = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** Returns the markers that grant permissions, one for each resource, with the verbs of all. */
export function markersOf(permissions: readonly Permission[]): string[] {
  const verbsOf = new Map<string, Set<string>>();
  for (const { verb, group, resource, name, path } of permissions) {
    const what =
      path === undefined
        ? `groups=${group === '' ? '""' : group},resources=${resource}${name === '' ? '' : `,resourceNames=${name}`}`
        : `urls=${path}`;
    verbsOf.set(what, (verbsOf.get(what) ?? new Set()).add(verb));
  }
  return [...verbsOf].map(([what, verbs]) => `// +kubebuilder:rbac:${what},verbs=${inOrder(verbs).join(';')}`);
}

function inOrder(verbs: ReadonlySet<string>): string[] {
  const place = (verb: string): number => (verbOrder.includes(verb) ? verbOrder.indexOf(verb) : verbOrder.length);
  return [...verbs].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/**
 * Returns the markers to write for refused requests: those of their resources, with the verbs that `granted` has
 * already. A cache that may not list objects may not watch them either, so both verbs go together.
 */
export function missingMarkers(refused: readonly PermissionRequest[], granted: readonly Permission[]): string[] {
  const needed = refused.flatMap((request) =>
    neededVerbs(request.verb).map((verb): Permission => ({ ...request, verb, name: '' })),
  );
  return markersOf([...granted.filter((one) => needed.some((other) => isSameResource(one, other))), ...needed]);
}

function neededVerbs(verb: string): readonly string[] {
  return verb === 'list' || verb === 'watch' ? ['list', 'watch'] : [verb];
}

function isSameResource(one: Permission, other: Permission): boolean {
  return one.name === '' && one.group === other.group && one.resource === other.resource && one.path === other.path;
}

/** Formats a request: `patch deployments.apps "web"`. */
export function formatRequest({ verb, group, resource, name, path }: PermissionRequest): string {
  if (path !== undefined) return `${verb} ${path}`;
  const [plural, subresource] = resource.split('/');
  const qualified = `${plural}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
  return `${verb} ${qualified}${name === '' ? '' : ` "${name}"`}`;
}
