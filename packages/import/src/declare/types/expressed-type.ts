import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { TypeExpression } from '../../declaration.ts';

/** How a place says its type. */
export interface ExpressedType {
  readonly type: TypeExpression;
  /** The schema that the generator makes of the type alone. Shared: never change it. */
  readonly schema: JsonSchemaProps;
  /** True: the type is declared elsewhere, or built in, so that a marker beside it cannot replace what it says. */
  readonly isReference: boolean;
}
