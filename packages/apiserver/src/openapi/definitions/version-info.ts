import type { JsonObject } from '@kb/apimachinery';
import { sortedByName } from './sorted-by-name.ts';

/** The name of the definition of what `/version` answers. */
export const VERSION_INFO_NAME = 'io.k8s.apimachinery.pkg.version.Info';

const REQUIRED = [
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
const OPTIONAL = ['emulationMajor', 'emulationMinor', 'minCompatibilityMajor', 'minCompatibilityMinor'];

/** What `/version` answers. */
export function versionInfoDefinition(): JsonObject {
  const properties: [string, JsonObject][] = [
    ...REQUIRED.map((name): [string, JsonObject] => [name, { type: 'string', default: '' }]),
    ...OPTIONAL.map((name): [string, JsonObject] => [name, { type: 'string' }]),
  ];
  return {
    type: 'object',
    required: REQUIRED,
    properties: Object.fromEntries(sortedByName(properties)),
  };
}
