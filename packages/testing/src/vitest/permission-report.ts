import { formatRequest, markersOf, missingMarkers } from '../permissions/markers.ts';
import { type Permission, permissionsOf, type PermissionRequest, uses } from '../permissions/permission.ts';
import type { PermissionRecord } from '../permissions/permission-records.ts';

/**
 * Returns the report on the permissions of operators, from the records of a test run: for each role, which permissions
 * no test used, and which requests were refused, with the markers to write. Empty without records. `isPartial`: only
 * some of the tests have run, so that the report leaves out what they did not use.
 */
export function permissionReport(
  records: readonly PermissionRecord[],
  folderName: (folder: string) => string,
  { isPartial = false }: { readonly isPartial?: boolean } = {},
): string[] {
  const byFolder = Map.groupBy(records, ({ folder }) => folder);
  return [...byFolder].flatMap(([folder, ofFolder]) => reportOf(folderName(folder), ofFolder, isPartial));
}

function reportOf(folder: string, records: readonly PermissionRecord[], isPartial: boolean): string[] {
  const granted = permissionsOf(records.flatMap(({ rules }) => rules));
  const requests = distinct(records.flatMap(({ used }) => used));
  const refused = distinct(records.flatMap((record) => record.refused));
  const watched = records.find(({ watchNamespace }) => watchNamespace !== undefined)?.watchNamespace;
  const everywhere = new Set(permissionsOf(records.flatMap(({ clusterRules = [] }) => clusterRules)).map(resourceKey));
  const placeOf = (permission: Permission): string | undefined =>
    everywhere.has(resourceKey(permission)) ? undefined : watched;
  const unused = granted.filter((permission) => !requests.some((request) => uses(request, permission)));
  const used = granted.length - unused.length;
  const lines = [`Permissions of ${folder}: the tests used ${used} of ${granted.length}.`];
  if (isPartial && refused.length === 0) return [];
  if (unused.length > 0 && !isPartial) lines.push('  No test used:', ...unusedLines(unused, granted, placeOf));
  if (refused.length > 0)
    lines.push(
      '  Refused:',
      ...refused.map((request) => `    ${formatRequest(request)}`),
      '  To allow it, write:',
      ...missingMarkers(refused, granted, watched).map((marker) => `    ${marker}`),
    );
  return lines;
}

/** For each resource: what no test used, and the marker without it. `placeOf`: the namespace where one counts. */
function unusedLines(
  unused: readonly Permission[],
  granted: readonly Permission[],
  placeOf: (permission: Permission) => string | undefined,
): string[] {
  return [...Map.groupBy(unused, resourceKey)].flatMap(([key, ofResource]) => {
    const rest = granted.filter((permission) => resourceKey(permission) === key && !ofResource.includes(permission));
    const place = ofResource[0] && placeOf(ofResource[0]);
    const [marker = ''] = markersOf(ofResource, place);
    return [`    ${marker}`, ...markersOf(rest, place).map((smaller) => `      enough: ${smaller}`)];
  });
}

function resourceKey({ group, resource, name, path }: Permission): string {
  return JSON.stringify([group, resource, name, path]);
}

function distinct<T extends PermissionRequest>(requests: readonly T[]): T[] {
  return [...new Map(requests.map((request) => [JSON.stringify(request), request])).values()];
}
