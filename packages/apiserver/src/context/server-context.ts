import type { Clock, ContainerHost, Random } from '@kb/apimachinery';
import type { Aggregation } from '../aggregation/aggregation.ts';
import type { AdmissionChain } from '../admission/admission-plugin.ts';
import type { AuditLog } from '../audit/request-audit.ts';
import type { Authenticate } from '../authentication/authenticate.ts';
import type { ServiceAccountTokens } from '../authentication/service-account-tokens.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import type { RbacAuthorizer } from '../authorization/rbac/rbac-authorizer.ts';
import type { Impersonate } from '../authorization/impersonate.ts';
import type { WebhookCalls } from '../webhooks/call-webhook.ts';
import type { LoopTurns } from '../loop-turns.ts';
import type { ServerMetrics } from '../metrics/server-metrics.ts';
import type { NotEnforcedCheck } from '../not-enforced/not-enforced.ts';
import type { Registry } from '../resources/registry.ts';
import type { FrontProxy } from '../authentication/adapters/front-proxy.ts';
import type { Store } from '../storage/store.ts';
import type { Allocators } from '../resources/allocators.ts';

/** The state that the parts of the server share. */
export interface ServerContext {
  readonly clock: Clock;
  readonly random: Random;
  /** Slices bulk work into turns of the event loop. */
  readonly turns: LoopTurns;
  readonly store: Store;
  readonly registry: Registry;
  readonly allocators: Allocators;
  readonly serviceAccountTokens: ServiceAccountTokens;
  /** Undefined: every client has all permissions. */
  readonly authenticate: Authenticate | undefined;
  /** The authorities (PEM) from which clients may have their certificates. Undefined: there are none. */
  readonly clientCa: string | undefined;
  /** What the server presents to extension servers. Undefined: nothing. */
  readonly frontProxy: FrontProxy | undefined;
  /** Decides what users may do. */
  readonly authorizer: Authorizer;
  /** The same, where RBAC is on. */
  readonly rbac: RbacAuthorizer | undefined;
  /** Finds the user that a request runs as. */
  readonly impersonate: Impersonate;
  /** Undefined: nothing is audited. */
  readonly audit: AuditLog | undefined;
  /** How to call webhooks. */
  readonly webhooks: WebhookCalls;
  /** The enabled admission plugins. */
  readonly admission: AdmissionChain;
  /** The versions that other API servers serve. */
  readonly aggregation: Aggregation;
  /** What stands in for the containers of Pods. Undefined: requests that need containers are refused. */
  readonly containers: ContainerHost | undefined;
  /** What the server counts of itself. */
  readonly metrics: ServerMetrics;
  /** Tells what is accepted and not enforced. */
  readonly notEnforced: NotEnforcedCheck;
}
