// The page: connects to its server, and shows what the address says.
import './theme/tokens.css';
import './theme/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { followCluster } from './cluster/cluster.ts';
import { ClusterContext } from './cluster/use-cluster.ts';
import { connect } from './connection/connect.ts';
import { createReach } from './connection/reach-server.ts';
import { ConnectionContext } from './connection/use-connection.ts';
import { createLiveHistory, HistoryContext } from './history/live-history.ts';
import { createLiveOperatorLog, OperatorLogContext } from './operator/log/use-operator-log.ts';
import { startTicking } from './parts/ticker.ts';
import { followLocation } from './route/location.ts';
import { createFrames } from './store/frames.ts';
import { followTheme } from './theme/theme.ts';

const connection = connect({
  openSocket: () => new WebSocket(new URL('/socket', location.href.replace(/^http/, 'ws'))),
  reach: createReach({
    address: location.href,
    fetch: (url, init) => fetch(url, init),
    assets: ownAssets(),
    reload: () => {
      location.reload();
    },
  }),
  later: (ms, run) => setTimeout(run, ms),
});
followTheme();
followLocation();
startTicking();

const frames = createFrames((run) => {
  requestAnimationFrame(run);
});
const operatorLog = createLiveOperatorLog(connection, frames);
const history = createLiveHistory(connection, frames);
const cluster = followCluster(connection);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element for the page');
createRoot(root).render(
  <ConnectionContext value={connection}>
    <ClusterContext value={cluster}>
      <OperatorLogContext value={operatorLog}>
        <HistoryContext value={history}>
          <App />
        </HistoryContext>
      </OperatorLogContext>
    </ClusterContext>
  </ConnectionContext>,
);

/** The scripts and styles of this page: their names have a hash of their content. */
function ownAssets(): string[] {
  const named = [...document.querySelectorAll('script[src], link[rel="stylesheet"][href]')];
  return named.map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '');
}
