import { existsSync } from 'node:fs';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { parseAllDocuments } from 'yaml';
import { corpusDefinitions, definitionFilesIn } from '../../import/definitions/definition-files.ts';
import type { CheckCase } from './compare-checks.ts';
import type { SchemaCase } from './compare-declarations.ts';

interface Definition {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string };
  readonly spec?: {
    readonly versions?: readonly {
      readonly name: string;
      readonly schema?: { readonly openAPIV3Schema?: JsonSchemaProps };
    }[];
  };
}

/** The schemas of real definitions; none without the corpus. */
export function corpusSchemas(): SchemaCase[] {
  if (!existsSync(corpusDefinitions)) return [];
  return definitionFilesIn(corpusDefinitions).flatMap(({ text }) =>
    parseAllDocuments(text).flatMap((document) => {
      const definition = document.toJS() as Definition | null;
      if (definition?.kind !== 'CustomResourceDefinition') return [];
      return (definition.spec?.versions ?? []).flatMap(({ name, schema }) =>
        schema?.openAPIV3Schema === undefined
          ? []
          : [{ name: `${definition.metadata?.name ?? ''} ${name}`, schema: schema.openAPIV3Schema, root: true }],
      );
    }),
  );
}

/** The rules of a schema and the expressions for their messages, each with the schema of its node. */
export function rulesOf(schema: JsonSchemaProps, root: boolean): CheckCase[] {
  const own = (schema['x-kubernetes-validations'] ?? []).flatMap(({ rule, messageExpression, optionalOldSelf }) =>
    [rule, ...(messageExpression === undefined ? [] : [messageExpression])].map((expression) => ({
      expression,
      schema,
      root,
      optionalOldSelf: optionalOldSelf === true,
    })),
  );
  const { properties = {}, items, additionalProperties } = schema;
  const children = [...Object.values(properties), items, additionalProperties].filter(
    (child) => typeof child === 'object',
  );
  return [...own, ...children.flatMap((child) => rulesOf(child, child['x-kubernetes-embedded-resource'] === true))];
}
