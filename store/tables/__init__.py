"""What is stored of people, tables, matches and posts: one module an aggregate."""
