import type { Clock } from '@kb/apimachinery';
import type { Environment } from '../surroundings/environment.ts';
import type { SendToProvider } from '../surroundings/provider-request.ts';
import type { ReadFile } from '../surroundings/read-file.ts';
import type { RunProgram } from '../surroundings/run-program.ts';
import type { WriteFile } from '../surroundings/write-file.ts';
import type { IdentitySource } from './credentials/identity.ts';

/** What a kubeconfig's credentials need of the world around. */
export interface AccessSurroundings {
  readonly env: Environment;
  readonly clock: Clock;
  readonly readFile: ReadFile;
  readonly runProgram: RunProgram;
  readonly interactive: boolean;
  /** Asks identity providers for tokens. */
  readonly sendToProvider: SendToProvider;
  /** Saves the tokens that they gave. */
  readonly writeFile: WriteFile;
  /** Gives the identity in the place of what the user says. Default: what the user says. */
  readonly identity?: IdentitySource;
}
