import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { FrozenObject } from '../objects/api-object.ts';

/** A column of a table, as `kubectl get` prints it. */
export interface ColumnDefinition {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format: string;
  readonly description: string;
  /** 0: always shown; from 1 on: only when wide output is asked for. */
  readonly priority: number;
}

/** How objects of a kind become rows. */
export interface TableColumns {
  readonly definitions: readonly ColumnDefinition[];
  /** One value for each definition; `now` in milliseconds since the epoch, for ages. */
  readonly cells: (object: FrozenObject, now: number) => JsonValue[];
  /** What else a row says of its object. */
  readonly conditions?: (object: FrozenObject) => JsonObject[] | undefined;
}
