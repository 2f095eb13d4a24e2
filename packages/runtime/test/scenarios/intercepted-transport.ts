import type { HttpRequest, HttpResponse, Transport } from '@kb/apimachinery';
import type { Interceptor } from './scenario.ts';
import { writeLine } from './write-line.ts';

/** How an {@link interceptedTransport} handles requests. */
export interface Interception {
  /** Gets each request first; undefined: nothing does. */
  readonly interceptor: () => Interceptor | undefined;
  /** Called with the line of each write when it is handed over to the server, or to an interceptor that responds. */
  readonly onWrite: (line: string) => void;
}

/** A transport of a scenario's managers. */
export function interceptedTransport(transport: Transport, { interceptor, onWrite }: Interception): Transport {
  return {
    send: async (request, signal) => {
      const noted: HttpRequest = {
        ...request,
        beforeSend: () => {
          request.beforeSend?.();
          if (request.method !== 'GET') onWrite(writeLine(request));
        },
      };
      let forwarded = false;
      const forward = (): Promise<HttpResponse> => {
        forwarded = true;
        return transport.send(noted, signal);
      };
      const answer = await interceptor()?.(noted, signal, forward);
      if (!answer) return forward();
      if (!forwarded) noted.beforeSend?.();
      return answer;
    },
  };
}
