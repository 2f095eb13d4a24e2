/**
 * The functions of a library: of each, the overloads by their ids, as texts such as `(int, list(A)) -> bool`, or
 * `string.(int) -> string` where the first argument stands before the dot.
 */
export type Library = Readonly<Record<string, Readonly<Record<string, string>>>>;
