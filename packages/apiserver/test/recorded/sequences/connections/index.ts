import type { Area } from '../../sequence.ts';
import { admitted, audited } from './admitted.ts';
import { logs, processes } from './containers.ts';
import { proxies } from './proxies.ts';

/** Connections into containers. */
export const connectionAreas: readonly Area[] = [logs, processes, admitted, audited, proxies];
