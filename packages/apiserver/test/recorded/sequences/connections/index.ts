import type { Area } from '../../sequence.ts';
import { logs, processes } from './containers.ts';

/** Connections into containers. */
export const connectionAreas: readonly Area[] = [logs, processes];
