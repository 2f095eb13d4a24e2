import type { Client } from '@kb/client';
import type { Target } from '../targets/target.ts';
import type { OpenDashboard } from './open-dashboard.ts';

/** Where scenes are played. */
export interface Stage {
  readonly target: Target;
  /** As an administrator, who does what others do meanwhile. */
  readonly client: Client;
  /** A namespace for the scenes. */
  readonly namespace: string;
  /** The dashboard of an administrator. */
  readonly admin: OpenDashboard;
  /** The dashboard of an account that may read ConfigMaps and Gadgets of this namespace, and nothing else. */
  readonly guest: OpenDashboard;
}

/** What a user does with the page. Rejects if it does not go as it should. */
export interface Scene {
  readonly name: string;
  run(stage: Stage): Promise<void>;
}
