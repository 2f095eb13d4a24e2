import type { Clock, Random } from '@kb/apimachinery';
import type { Authenticate } from '../authentication/authenticate.ts';
import type { ServiceAccountTokens } from '../authentication/service-account-tokens.ts';
import type { WebhookCalls } from '../conversion/call-webhook.ts';
import type { LoopTurns } from '../loop-turns.ts';
import type { Registry } from '../resources/registry.ts';
import type { Store } from '../storage/store.ts';
import type { Allocators } from '../resources/allocators.ts';

/** What the parts of the server share. */
export interface ServerContext {
  readonly clock: Clock;
  readonly random: Random;
  /** Cut bulk work into slices. */
  readonly turns: LoopTurns;
  readonly store: Store;
  readonly registry: Registry;
  readonly allocators: Allocators;
  readonly serviceAccountTokens: ServiceAccountTokens;
  /** Undefined: every client may do everything. */
  readonly authenticate: Authenticate | undefined;
  /** How conversion webhooks are called. */
  readonly webhooks: WebhookCalls;
}
