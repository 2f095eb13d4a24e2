import { aFunction, aList, aName, anObject, anyMilliseconds, checkOptions, required } from '../check-options.ts';
import { checkControllerDefaults, checkControllerOptions } from '../controller/controller-options.ts';
import type { ManagerOptions } from './manager-options.ts';

/**
 * Throws a TypeError when an option of a manager, or of one of its controllers, is missing or invalid. Other options
 * are checked by the parts that use them.
 */
export function checkManagerOptions(options: ManagerOptions): void {
  checkOptions('createManager', options, {
    client: required(anObject),
    clock: required(anObject),
    random: required(aFunction),
    controllers: required(aList),
    controllerDefaults: anObject,
    cache: anObject,
    clusters: aList,
    leaderElection: anObject,
    hostname: aName,
    gracefulShutdownTimeout: anyMilliseconds,
  });
  if (options.controllerDefaults)
    checkControllerDefaults('createManager: controllerDefaults', options.controllerDefaults);
  for (const [index, controller] of options.controllers.entries()) {
    if (!anObject.holds(controller) || !anObject.holds(controller.options) || !aFunction.holds(controller.reconcile)) {
      throw new TypeError(
        `createManager: controllers[${index}] must be a controller, such as controllerFor(…).reconcile(…) returns`,
      );
    }
    checkControllerOptions(`controller ${controller.name}`, controller.options);
  }
}
