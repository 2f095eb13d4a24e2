/**
 * The intersection of two types in TypeScript, of which the generator uses only the first. So a type can be
 * narrower than the structure of its schema; `+kb:schema` adds the rest of the schema (`oneOf`, `not`).
 */
export type Narrowed<Fields, Shapes> = Fields & Shapes;
