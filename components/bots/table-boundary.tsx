'use client';

import { Component, type ReactNode } from 'react';
import { call } from '#lib/client/call.ts';

interface Props {
  readonly screen: string;
  /** The no-record view (M-024). */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** A render error of a table shows the no-record view and is reported; the rest of the page goes on (M-024). */
export class TableBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error): void {
    const body = {
      message: error.message.slice(0, 2000),
      stack: (error.stack ?? '').slice(0, 8000),
      screen: this.props.screen,
    };
    // A report that cannot be delivered has nobody left to tell.
    call('clientError', { body }).catch(() => undefined);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
