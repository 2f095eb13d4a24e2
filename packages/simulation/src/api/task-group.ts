/** Work that runs beside its caller and is waited for in the end. */
export interface TaskGroup {
  /** Starts `work` after the present turn of the event loop's promises. */
  readonly spawn: (work: () => Promise<void>) => void;
  /** Resolves when nothing runs any more. */
  readonly idle: () => Promise<void>;
}

/** Makes a {@link TaskGroup}; `onError` hears what work rejects with. */
export function createTaskGroup(onError: (error: unknown) => void): TaskGroup {
  const running = new Set<Promise<void>>();
  return {
    spawn: (work) => {
      const task: Promise<void> = Promise.resolve()
        .then(work)
        .catch(onError)
        .finally(() => running.delete(task));
      running.add(task);
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
