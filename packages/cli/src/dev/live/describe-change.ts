import { isRecord } from '@kb/apimachinery/codec';
import type { KubernetesObject } from '@kb/apimachinery';
import type { ObjectChange } from './follow.ts';

/** Describes a change of an object in one line; undefined if nothing changed that a user is interested in. */
export function describeChange({ type, object, before }: ObjectChange): string | undefined {
  const facts = factsOf(object);
  if (object.kind === 'Event') return facts.note;
  if (type === 'ADDED') return ['created', ...Object.values(facts)].join(', ');
  if (type === 'DELETED') return 'deleted';
  const old = before ? factsOf(before) : {};
  const changes = Object.keys({ ...old, ...facts })
    .filter((name) => old[name] !== facts[name])
    .map((name) => facts[name] ?? `${name} gone`);
  return changes.length > 0 ? changes.join(', ') : undefined;
}

type Facts = Record<string, string>;

/** The facts of an object that a user is interested in, by name, as strings. */
function factsOf(object: KubernetesObject): Facts {
  const facts: Facts = {};
  const tell = (name: string, text: string | undefined): void => {
    if (text !== undefined) facts[name] = text;
  };
  const value = (...path: string[]): unknown => valueAt(object, path);
  if (object.metadata.deletionTimestamp) tell('deleting', 'being deleted');
  switch (object.kind) {
    case 'Pod': {
      tell('phase', textOf(value('status', 'phase')));
      tell('ready', conditionsOf(object).Ready === 'True' ? 'ready' : undefined);
      return facts;
    }
    case 'Service': {
      tell('clusterIP', labelled('cluster IP ', value('spec', 'clusterIP')));
      return facts;
    }
    case 'Deployment': {
      tell('replicas', labelled('replicas ', value('spec', 'replicas')));
      tell('available', `${numberOf(value('status', 'availableReplicas'))} available`);
      return facts;
    }
    case 'Event': {
      tell(
        'note',
        `${textOf(value('regarding', 'kind')) ?? ''}/${textOf(value('regarding', 'name')) ?? ''} ${textOf(value('reason')) ?? ''}: ${textOf(value('note')) ?? ''}`,
      );
      return facts;
    }
    default: {
      tell(
        'generation',
        object.metadata.generation === undefined ? undefined : `generation ${object.metadata.generation}`,
      );
      for (const [name, status] of Object.entries(conditionsOf(object))) tell(`condition ${name}`, `${name}=${status}`);
      const status = value('status');
      for (const [name, field] of Object.entries(isRecord(status) ? status : {})) {
        if (name !== 'selector') tell(`status.${name}`, labelled(`status.${name}=`, field));
      }
      return facts;
    }
  }
}

function conditionsOf(object: KubernetesObject): Facts {
  const conditions = valueAt(object, ['status', 'conditions']);
  const statuses: Facts = {};
  for (const condition of Array.isArray(conditions) ? conditions : []) {
    if (isRecord(condition) && typeof condition.type === 'string') statuses[condition.type] = String(condition.status);
  }
  return statuses;
}

/** A scalar after its label; undefined for any other value. */
function labelled(label: string, value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? `${label}${value}`
    : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function valueAt(object: unknown, path: readonly string[]): unknown {
  let value = object;
  for (const name of path) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
