/** A name and the module that it is imported from; a relative one with its extension. */
export interface ImportedName {
  readonly importName: string;
  readonly importFrom: string;
  /** A type. Default: a value. */
  readonly isType?: boolean;
}

/** A property to add to the object that a function is called with. */
export interface CallProperty extends ImportedName {
  /** The function, such as `runManager`. */
  readonly callee: string;
  /** The name of the property. Its value is the imported name. */
  readonly property: string;
}

/** A call to add at the end of a chain of calls that begins with `callee(argument)`. */
export interface ChainCall {
  /** The function that begins the chain, such as `webhookFor`. */
  readonly callee: string;
  /** The first argument of that call, as the source names it. */
  readonly argument: string;
  /** The variable of the chain to choose if the source has several. */
  readonly variable: string;
  /** The method to call, such as `validates`. The source is left as it is if one of its chains calls it already. */
  readonly method: string;
  /** The arguments of that call, as text. */
  readonly arguments: string;
  /** Statements to write before that of the chain. */
  readonly before: string;
  readonly imports: readonly ImportedName[];
}

/** A marker comment to add to the declaration of a type. */
export interface TypeMarker {
  /** The interface, type or class. */
  readonly type: string;
  /** The line of comment, such as `// +kubebuilder:storageversion`. */
  readonly marker: string;
  /** The beginning of the marker, by which it is found if it is there. */
  readonly knownBy: string;
}
