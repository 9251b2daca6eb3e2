/** When a record was created (ISO 8601), if it says so. */
export function createdOf(record: unknown): string | null {
  const isDated = typeof record === 'object' && record !== null && 'created' in record;
  return isDated && typeof record.created === 'string' ? record.created : null;
}
