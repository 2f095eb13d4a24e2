import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { TypeExpression } from '../../declaration.ts';

/** The type of a schema in TypeScript. */
export interface ExpressedType {
  readonly type: TypeExpression;
  /** The schema that the generator builds from the type alone. Shared: never change it. */
  readonly schema: JsonSchemaProps;
  /** True when the type is declared elsewhere, or built in, so that a marker beside it cannot replace its keywords. */
  readonly isReference: boolean;
}
