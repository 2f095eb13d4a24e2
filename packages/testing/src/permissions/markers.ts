import type { Permission, PermissionRequest } from './permission.ts';

/** The verbs in the order in which markers usually have them; others follow. */
const verbOrder = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/**
 * Returns the markers that grant permissions, one for each resource, with the verbs of all. `namespace`: where they
 * count. Default: everywhere.
 */
export function markersOf(permissions: readonly Permission[], namespace?: string): string[] {
  const where = namespace === undefined ? '' : `,namespace=${namespace}`;
  const verbsOf = new Map<string, Set<string>>();
  for (const { verb, group, resource, name, path } of permissions) {
    const what =
      path === undefined
        ? `groups=${group === '' ? '""' : group}${where},resources=${resource}${name === '' ? '' : `,resourceNames=${name}`}`
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
 * already. A cache that may not list objects may not watch them either, so both verbs go together. An operator of one
 * namespace, `watched`, needs them there; `namespace` of a request is empty if it is about no namespace, or about all.
 */
export function missingMarkers(
  refused: readonly (PermissionRequest & { readonly namespace?: string })[],
  granted: readonly Permission[],
  watched?: string,
): string[] {
  if (watched === undefined) return markersFor(refused, granted);
  const isInside = ({ namespace = '' }: { readonly namespace?: string }): boolean => namespace !== '';
  const outside = refused.filter((request) => !isInside(request));
  return [...markersFor(refused.filter(isInside), granted, watched), ...markersFor(outside, granted)];
}

function markersFor(
  refused: readonly PermissionRequest[],
  granted: readonly Permission[],
  namespace?: string,
): string[] {
  const needed = refused.flatMap((request) =>
    neededVerbs(request.verb).map((verb): Permission => ({ ...request, verb, name: '' })),
  );
  const known = granted.filter((one) => needed.some((other) => isSameResource(one, other)));
  return markersOf([...known, ...needed], namespace);
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
