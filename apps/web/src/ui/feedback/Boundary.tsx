import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';

export interface BoundaryProps {
  children: ReactNode;
  /** Tells the app of a fault of the program, for its log. */
  onError?: (error: unknown, info: ErrorInfo) => void;
}

interface BoundaryState {
  error: unknown;
  failed: boolean;
}

/** Keeps a fault inside its part of the page. React knows error boundaries as classes only. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <ErrorState error={this.state.error} onRetry={() => this.setState({ error: undefined, failed: false })} />;
  }
}
