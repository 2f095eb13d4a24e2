import { isJsonObject } from '@kb/apimachinery/codec';
import { at, type FrozenObject, stringOf } from '../objects/api-object.ts';

/** The group of the kind APIService. */
export const AGGREGATOR_GROUP = 'apiregistration.k8s.io';

/** The collection of APIServices. */
export const API_SERVICES = 'apiregistration.k8s.io/apiservices';

/** The Service behind which another server serves a version. */
export interface ServerAddress {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** A version that another server serves. */
export interface RemoteVersion {
  /** The name of the APIService. */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly service: ServerAddress;
  /** The authorities (PEM) for the certificate of the server. Undefined: the system's. */
  readonly caBundle: string | undefined;
  /** True: any certificate is accepted. */
  readonly insecure: boolean;
}

/** Reads an APIService; undefined if this server itself serves the version. */
export function readRemoteVersion(apiService: FrozenObject): RemoteVersion | undefined {
  const service = at(apiService, 'spec', 'service');
  if (!isJsonObject(service)) return undefined;
  const caBundle = Buffer.from(stringOf(at(apiService, 'spec', 'caBundle')), 'base64').toString('utf8');
  return {
    name: apiService.metadata.name ?? '',
    group: stringOf(at(apiService, 'spec', 'group')),
    version: stringOf(at(apiService, 'spec', 'version')),
    service: {
      namespace: stringOf(service.namespace),
      name: stringOf(service.name),
      port: typeof service.port === 'number' ? service.port : 443,
    },
    caBundle: caBundle.trim() === '' ? undefined : caBundle,
    insecure: at(apiService, 'spec', 'insecureSkipTLSVerify') === true,
  };
}
