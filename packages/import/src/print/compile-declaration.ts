import type { JSONSchema, Options } from 'json-schema-to-typescript';
import type { Comment, Declaration, Member } from '../declaration.ts';
import { hasText } from './comment-text.ts';
import { propertyKey } from './literal-text.ts';
import { type TypeContext, typeText } from './type-text.ts';

/** Options that limit json-schema-to-typescript to the given schema: it reads no other files, and does not format. */
const options: Partial<Options> = {
  bannerComment: '',
  cwd: '/',
  declareExternallyReferenced: false,
  format: false,
  $refOptions: { resolve: { external: false } },
};

/**
 * Prints a declaration with json-schema-to-typescript, from a schema that leaves it nothing to decide: `title` is the
 * name, `tsType` the type of each field, `description` the comment. Each declaration has a schema of its own, which
 * keeps their order: from one schema with `definitions`, aliases would come before interfaces, with notes in their
 * comments. Names and parents are inserted afterwards, because it sorts numeric fields first, fails on some names
 * (`hasOwnProperty`), and changes names of types (`V1alpha1` to `V1Alpha1`). The text is not formatted, and has
 * placeholders for comments.
 */
export async function compileDeclaration(declaration: Declaration, context: TypeContext): Promise<string> {
  const { compile } = await import('json-schema-to-typescript');
  const { name, body } = declaration;
  const text = await quietly(() => compile(schemaOf(declaration, context), name, options));
  if (body.kind === 'alias') return text.replace(/^export type \S+/m, () => `export type ${name}`);
  const parents = body.parents.map((parent) => typeText(parent, context)).join(', ');
  return text
    .replace(/^export interface .*\{$/m, () => `export interface ${name}${parents && ` extends ${parents}`} {`)
    .replaceAll(/^(?:field(\d+)|open)(?=\??:)/gm, (_, index?: string) => {
      if (index === undefined) return '[key: string]';
      const member = body.members[Number(index)];
      if (member === undefined) throw new Error(`json-schema-to-typescript made a field of its own: field${index}`);
      return propertyKey(member.name);
    });
}

function schemaOf({ name, comment, body }: Declaration, context: TypeContext): JSONSchema {
  const named = { title: name, ...descriptionOf(comment, context) };
  if (body.kind === 'alias') return { ...named, tsType: typeText(body.type, context) };
  const fields = body.members.map((member, index): [string, JSONSchema] => [
    `field${index}`,
    fieldSchema(member, context),
  ]);
  return {
    ...named,
    type: 'object',
    properties: Object.fromEntries([
      ...fields,
      ...(body.open ? [['open', { tsType: 'unknown', required: true }] as const] : []),
    ]),
    additionalProperties: false,
  };
}

function fieldSchema({ optional, comment, type }: Member, context: TypeContext): JSONSchema {
  return { tsType: typeText(type, context), required: !optional, ...descriptionOf(comment, context) };
}

function descriptionOf(comment: Comment, { placeOf }: TypeContext): { readonly description?: string } {
  return hasText(comment) ? { description: placeOf(comment) } : {};
}

/** Runs without the environment variable that makes json-schema-to-typescript print debug output. */
async function quietly<T>(run: () => Promise<T>): Promise<T> {
  const verbose = process.env['VERBOSE'];
  if (verbose === undefined) return run();
  delete process.env['VERBOSE'];
  try {
    return await run();
  } finally {
    process.env['VERBOSE'] = verbose;
  }
}
