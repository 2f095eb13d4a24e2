import type { Clock } from '@kb/apimachinery';
import type { Environment } from '../surroundings/environment.ts';
import type { SendToProvider } from '../surroundings/provider-request.ts';
import type { ReadFile } from '../surroundings/read-file.ts';
import type { RunProgram } from '../surroundings/run-program.ts';
import type { WriteFile } from '../surroundings/write-file.ts';
import type { IdentitySource } from './credentials/identity.ts';

/** The platform functions that a kubeconfig's credentials need. */
export interface AccessSurroundings {
  readonly env: Environment;
  readonly clock: Clock;
  readonly readFile: ReadFile;
  readonly runProgram: RunProgram;
  readonly interactive: boolean;
  /** Sends requests to identity providers. */
  readonly sendToProvider: SendToProvider;
  /** Saves tokens that they issued. */
  readonly writeFile: WriteFile;
  /** Replaces the identity of the kubeconfig's user. Default: the user's own. */
  readonly identity?: IdentitySource;
}
