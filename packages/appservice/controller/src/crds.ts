// "kb create api" adds each kind of the project here; the rest is yours to edit.
import { fileURLToPath } from 'node:url';

/** The project's own CRDs, for tests. */
export const crds: readonly string[] = [fileURLToPath(new URL('../../../../config/crd/bases', import.meta.url))];

/** Those of kinds that belong to other projects, for tests: `kb create api --external-api`. */
export const externalCrds: readonly string[] = [];
