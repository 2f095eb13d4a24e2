import type { DeclaredType, Field, Reference, TypeUse } from './api-model.ts';

/** Finds a declaration. */
export type FindType = (reference: Reference) => DeclaredType;

/** The properties of a type that markers depend on. */
export interface Known {
  /**
   * Type in the schema, as far as controller-gen knows it where the type is used: of a type that is declared elsewhere
   * it knows only scalars, and those only in the same package.
   */
  readonly type?: 'string' | 'integer' | 'boolean' | 'array' | 'object';
  /** Type in the schema. */
  readonly really: 'string' | 'integer' | 'boolean' | 'array' | 'object' | 'other';
  readonly declared?: DeclaredType;
  /** Text that is a list of bytes in Go. */
  readonly bytes?: boolean;
  readonly builtIn?: string;
  readonly items?: Known;
  readonly values?: Known;
  /** The words of an enum. */
  readonly words?: readonly string[];
  /** All fields of a struct, those of its parents first. */
  readonly fields?: readonly Field[];
}

/** The properties of a type where a package uses it. */
export function knownType(use: TypeUse, path: string, find: FindType): Known {
  switch (use.kind) {
    case 'scalar': {
      const type = scalarType(use.go);
      return { type, really: type, bytes: use.go === '[]byte' };
    }
    case 'list':
      return { type: 'array', really: 'array', items: knownType(use.items, path, find) };
    case 'map':
      return { type: 'object', really: 'object', values: knownType(use.values, path, find) };
    case 'builtIn':
      return { really: 'other', builtIn: use.name };
    case 'reference': {
      const declared = find(use);
      const { type, ...known } = knownBody(declared, use.path, find);
      const isScalar = known.bytes !== true && (type === 'string' || type === 'integer' || type === 'boolean');
      return { ...known, declared, ...(isScalar && use.path === path && { type }) };
    }
  }
}

/** The properties of a type on its declaration. */
export function knownBody({ body }: DeclaredType, path: string, find: FindType): Known {
  switch (body.kind) {
    case 'use':
      return knownType(body.use, path, find);
    case 'enum':
      return { type: 'string', really: 'string', words: body.values };
    case 'struct':
      return { type: 'object', really: 'object', fields: fieldsOf(body, find) };
  }
}

function fieldsOf(body: Extract<DeclaredType['body'], { kind: 'struct' }>, find: FindType): Field[] {
  const inherited = body.parents.flatMap((parent) => {
    const { body: parentBody } = find(parent);
    return parentBody.kind === 'struct' ? fieldsOf(parentBody, find) : [];
  });
  return [...inherited, ...body.fields];
}

function scalarType(go: string): 'string' | 'integer' | 'boolean' {
  if (go === 'bool') return 'boolean';
  return go === 'string' || go === '[]byte' ? 'string' : 'integer';
}
