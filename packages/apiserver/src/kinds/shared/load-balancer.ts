import { compareUtf8 } from '@kb/apimachinery/codec';
import { at, type FrozenObject, objectsIn } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';

/** The addresses of a load balancer in the status of an object, sorted, without duplicates. */
export function loadBalancerAddresses(object: FrozenObject): string[] {
  const addresses = objectsIn(at(object, 'status', 'loadBalancer', 'ingress')).map(({ ip, hostname }) =>
    scalarText(ip || hostname || ''),
  );
  return [...new Set(addresses.filter((address) => address !== ''))].sort(compareUtf8);
}
