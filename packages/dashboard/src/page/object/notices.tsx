import type { ReactNode } from 'react';
import type { ObjectNotice, UnreadObjects } from '../../protocol/index.ts';
import { Age } from '../parts/age.tsx';
import { Badge } from '../parts/badge.tsx';
import { UnreadMessage } from '../parts/unread-message.tsx';
import { visibleText } from '../text/visible-text.ts';
import styles from './lists.module.css';

/** The Events about an object, newest first. */
export function Notices({
  notices,
  unread,
}: {
  readonly notices: readonly ObjectNotice[];
  readonly unread?: UnreadObjects | undefined;
}): ReactNode {
  return (
    <>
      {unread && <UnreadMessage unread={unread} />}
      {!unread && notices.length === 0 && <p className={styles['none']}>No events.</p>}
      {notices.length > 0 && <NoticeList notices={notices} />}
    </>
  );
}

function NoticeList({ notices }: { readonly notices: readonly ObjectNotice[] }): ReactNode {
  return (
    <ul className={styles['list']}>
      {notices.map((notice) => (
        <li key={`${notice.time} ${notice.reason} ${notice.message}`}>
          <Badge tone={notice.type === 'Warning' ? 'bad' : 'neutral'}>{notice.reason}</Badge>
          <span className={styles['reason']}>
            {notice.from}
            {notice.count > 1 && ` ×${notice.count}`}
          </span>
          <span className={styles['when']}>
            <Age since={notice.time} />
          </span>
          <p className={styles['message']}>{visibleText(notice.message)}</p>
        </li>
      ))}
    </ul>
  );
}
