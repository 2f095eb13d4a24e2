import type { RequestStep } from '../../sequence.ts';
import { definition, specOf, tried, v1 } from '../definitions/definition-of.ts';

/** Tries definitions whose objects have this schema. */
export const roots = (...schemas: object[]): RequestStep[] => schemas.map((schema) => tried(definition([v1(schema)])));

/** The same, of definitions with the status subresource. */
export const rootsWithStatus = (...schemas: object[]): RequestStep[] =>
  schemas.map((schema) => tried(definition([v1(schema, { subresources: { status: {} } })])));

/** Tries definitions whose objects have `spec.a` with this schema. */
export const properties = (...schemas: object[]): RequestStep[] =>
  roots(...schemas.map((schema) => specOf({ a: schema })));

export const text = { type: 'string' };
/** An object with these properties. */
export const object = (members: object, rest: object = {}): object => ({
  type: 'object',
  properties: members,
  ...rest,
});
export const list = (items: object, rest: object = {}): object => ({ type: 'array', items, ...rest });
