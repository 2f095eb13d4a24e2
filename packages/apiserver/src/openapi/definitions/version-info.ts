import type { JsonObject } from '@kb/apimachinery';
import { sortedByName } from './sorted-by-name.ts';

/** The name of the definition of `/version`. */
export const VERSION_INFO_NAME = 'io.k8s.apimachinery.pkg.version.Info';

const requiredMembers = [
  'major',
  'minor',
  'gitVersion',
  'gitCommit',
  'gitTreeState',
  'buildDate',
  'goVersion',
  'compiler',
  'platform',
];
const optional = ['emulationMajor', 'emulationMinor', 'minCompatibilityMajor', 'minCompatibilityMinor'];

/** The definition of `/version`. */
export function versionInfoDefinition(): JsonObject {
  const properties: [string, JsonObject][] = [
    ...requiredMembers.map((name): [string, JsonObject] => [name, { type: 'string', default: '' }]),
    ...optional.map((name): [string, JsonObject] => [name, { type: 'string' }]),
  ];
  return {
    type: 'object',
    required: requiredMembers,
    properties: Object.fromEntries(sortedByName(properties)),
  };
}
