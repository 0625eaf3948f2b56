'use client';

import { useCall } from '#lib/client/use-call.ts';
import type { GridPermissions } from './bot-actions.ts';

/** What the exchange lets this trader do with grids (M-105, M-273); null: not known, or nothing is asked. */
export function useGridPermissions(isAsked = true): GridPermissions | null {
  const { data } = useCall('permissions', isAsked ? {} : null, { revalidateOnFocus: false });
  const said = data?.data;
  return said !== undefined && 'spot_grid_pause' in said ? said : null;
}
