import { fieldAt, listAt, numberAt, textAt } from './read-fields.ts';
import { type HealthVerdict, verdict } from './health-verdict.ts';

/** Conditions that are true when all is well, the most telling first. */
const goodTypes = ['Ready', 'Available', 'Healthy', 'Established', 'Accepted', 'Programmed', 'Synced', 'Succeeded'];
/** Conditions that are true when something is wrong. */
const badTypes = ['Stalled', 'Degraded', 'Failed', 'Failure', 'NamesNotAccepted', 'Error'];
/** Conditions that are true while something goes on. */
const busyTypes = ['Progressing', 'Reconciling', 'Updating', 'Deleting'];

/**
 * How an object does by its conditions, as kstatus reads them: what is wrong comes first, then what goes on; without
 * the usual conditions, nothing can be said.
 */
export function conditionHealth(object: unknown): HealthVerdict {
  const conditions = new Map<string, unknown>();
  for (const condition of listAt(object, 'status', 'conditions')) conditions.set(textAt(condition, 'type'), condition);
  const statusOf = (type: string): string => textAt(conditions.get(type), 'status');
  const noteOf = (type: string): string => textAt(conditions.get(type), 'reason') || type;

  const wrong = badTypes.find((type) => statusOf(type) === 'True');
  if (wrong !== undefined) return verdict('degraded', noteOf(wrong));
  if (isBehind(object)) return verdict('progressing', 'not observed yet');
  const main = goodTypes.find((type) => conditions.has(type));
  const busy = busyTypes.find((type) => statusOf(type) === 'True');
  if (main === undefined) return busy === undefined ? verdict('unknown') : verdict('progressing', noteOf(busy));
  switch (statusOf(main)) {
    case 'True':
      return verdict('healthy');
    case 'False':
      return verdict(busy === undefined ? 'degraded' : 'progressing', noteOf(busy ?? main));
    default:
      return verdict('progressing', noteOf(main));
  }
}

/** Whether the status belongs to an older specification. */
function isBehind(object: unknown): boolean {
  const observed = fieldAt(object, 'status', 'observedGeneration');
  return typeof observed === 'number' && observed < numberAt(object, ['metadata', 'generation']);
}
