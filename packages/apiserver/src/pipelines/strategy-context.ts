import { randomUuid } from '@kb/apimachinery';
import type { ServerContext } from '../context/server-context.ts';
import type { StrategyContext } from '../resources/strategy.ts';
import { timeOf } from './time-of.ts';

/** The context of strategies. */
export function strategyContext(server: ServerContext, dryRun: boolean): StrategyContext {
  return { now: timeOf(server), dryRun, newUid: () => randomUuid(server.random), allocators: server.allocators };
}
