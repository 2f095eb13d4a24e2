import { KUBERNETES_VERSION } from '@kb/kubernetes/data';

const [MAJOR = 0, MINOR = 0] = KUBERNETES_VERSION.split('.').map(Number);

/** The release, as OpenAPI documents name it. */
export const KUBERNETES_RELEASE: string = `${MAJOR}.${MINOR}`;

/** What `/version` answers: the version that is followed, with a suffix that says who answers. */
export const versionInfo: Readonly<Record<string, string>> & { readonly gitVersion: string } = {
  major: String(MAJOR),
  minor: String(MINOR),
  emulationMajor: String(MAJOR),
  emulationMinor: String(MINOR),
  minCompatibilityMajor: String(MAJOR),
  minCompatibilityMinor: String(MINOR - 1),
  gitVersion: `v${KUBERNETES_VERSION}-kb-embedded`,
  gitCommit: '',
  gitTreeState: '',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: 'none (TypeScript)',
  platform: 'embedded',
};
