/**
 * What has the fields of the first type, and one of the shapes of the second. In TypeScript it is both; for the
 * generator it is the first alone, so that a type can be narrower than the structure of its schema: what else the
 * schema says of it (`oneOf`, `not`) is said by `+kb:schema` beside it.
 */
export type Narrowed<Fields, Shapes> = Fields & Shapes;
