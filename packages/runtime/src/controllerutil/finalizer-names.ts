/** An object that can have finalizers: any object with metadata. */
export interface Finalizable {
  readonly metadata: { readonly finalizers?: readonly string[] | undefined };
}

/** Whether the object has this finalizer. controllerutil.ContainsFinalizer. */
export function containsFinalizer(object: Finalizable, finalizer: string): boolean {
  return object.metadata.finalizers?.includes(finalizer) ?? false;
}

/**
 * Returns the object with this finalizer added at the end; the same object when it has it already.
 * controllerutil.AddFinalizer.
 */
export function addFinalizer<O extends Finalizable>(object: O, finalizer: string): O {
  if (containsFinalizer(object, finalizer)) return object;
  return withFinalizers(object, [...(object.metadata.finalizers ?? []), finalizer]);
}

/**
 * Returns the object without this finalizer; the same object when it does not have it. controllerutil.RemoveFinalizer.
 */
export function removeFinalizer<O extends Finalizable>(object: O, finalizer: string): O {
  if (!containsFinalizer(object, finalizer)) return object;
  return withFinalizers(object, object.metadata.finalizers?.filter((name) => name !== finalizer) ?? []);
}

function withFinalizers<O extends Finalizable>(object: O, finalizers: readonly string[]): O {
  return { ...object, metadata: { ...object.metadata, finalizers } };
}
