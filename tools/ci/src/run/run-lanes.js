/**
 * Runs lanes of steps beside each other: the steps of a lane one after the other, and each only when the steps that it
 * names in `after`, of any lane, are done. `run` runs a step, and does not reject.
 */
export async function runLanes(lanes, run) {
  const done = new Map(lanes.flat().map(({ name }) => [name, deferred()]));
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane) {
        await Promise.all((step.after ?? []).map((name) => done.get(name).promise));
        await run(step);
        done.get(step.name).resolve();
      }
    }),
  );
}

function deferred() {
  let resolve;
  const promise = new Promise((resolved) => (resolve = resolved));
  return { promise, resolve };
}
