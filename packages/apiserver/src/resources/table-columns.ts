import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { FrozenObject } from '../objects/api-object.ts';

/** A column of a table, as `kubectl get` prints it. */
export interface ColumnDefinition {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format: string;
  readonly description: string;
  /** 0: always shown; 1 and above: only shown in wide output. */
  readonly priority: number;
}

/** How objects of a kind are shown as table rows. */
export interface TableColumns {
  readonly definitions: readonly ColumnDefinition[];
  /** Returns one value per column definition; `now`, for ages, is in milliseconds since the epoch. */
  readonly cells: (object: FrozenObject, now: number) => JsonValue[];
  /** Returns the conditions of a row, such as that a pod is completed. */
  readonly conditions?: (object: FrozenObject) => JsonObject[] | undefined;
}
