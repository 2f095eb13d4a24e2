import type { Declaration, Member, TypeExpression, TypeReference } from '../../declaration.ts';

/** Replaces the references in a declaration. */
export function mapReferences(
  declaration: Declaration,
  change: (reference: TypeReference) => TypeReference,
): Declaration {
  const { body } = declaration;
  const ofType = (type: TypeExpression): TypeExpression => {
    switch (type.kind) {
      case 'keyword':
      case 'literals':
        return type;
      case 'reference': {
        const { typeArguments } = type;
        return { ...type, to: change(type.to), ...(typeArguments && { typeArguments: typeArguments.map(ofType) }) };
      }
      case 'list':
        return { ...type, items: ofType(type.items) };
      case 'map':
        return { ...type, values: ofType(type.values) };
      case 'nullable':
      case 'choice':
        return { ...type, of: ofType(type.of) };
      case 'object':
        return { ...type, members: type.members.map(ofMember) };
      case 'union':
      case 'intersection':
        return { ...type, of: type.of.map(ofType) };
    }
  };
  const ofMember = (member: Member): Member => ({ ...member, type: ofType(member.type) });
  return {
    ...declaration,
    body:
      body.kind === 'alias'
        ? { ...body, type: ofType(body.type) }
        : { ...body, parents: body.parents.map(ofType), members: body.members.map(ofMember) },
  };
}

/** Yields the types in a declaration, at every depth. */
export function* typesIn({ body }: Declaration): Generator<TypeExpression> {
  if (body.kind === 'alias') yield* partsOf(body.type);
  else for (const { type } of body.members) yield* partsOf(type);
}

function* partsOf(type: TypeExpression): Generator<TypeExpression> {
  yield type;
  switch (type.kind) {
    case 'keyword':
    case 'literals':
      return;
    case 'reference':
      for (const argument of type.typeArguments ?? []) yield* partsOf(argument);
      return;
    case 'list':
      yield* partsOf(type.items);
      return;
    case 'map':
      yield* partsOf(type.values);
      return;
    case 'nullable':
    case 'choice':
      yield* partsOf(type.of);
      return;
    case 'object':
      for (const member of type.members) yield* partsOf(member.type);
      return;
    case 'union':
    case 'intersection':
      for (const part of type.of) yield* partsOf(part);
  }
}
