// Replaces `exec-plugin.ts` of @kb/client's sources when its tests run on the packed package.
import type { LoadKubeConfigOptions } from '@kb/client';
import { loadKubeConfig } from 'packed:@kb/client';
import { type IdentitySource, packedIdentity } from './packed-identity.ts';

/** The options that tests pass to `execPluginIdentity`. */
interface ExecPluginOptions extends Required<
  Pick<LoadKubeConfigOptions, 'env' | 'clock' | 'runProgram' | 'interactive'>
> {
  readonly exec: object;
  readonly user: string;
  readonly cluster: object;
}

/** Like the one of the sources. */
export function execPluginIdentity({ exec, user, cluster, ...options }: ExecPluginOptions): IdentitySource {
  return packedIdentity(loadKubeConfig, { name: user, says: { exec } }, cluster, options);
}
